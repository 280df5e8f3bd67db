import AccessModel

/// The texts in Korean.
enum KoreanTexts {
    /// Over what is compliant and must be mended to stay so.
    static let warningTitle = "해결할 일이 있습니다"

    static func text(of status: ComplianceStatus) -> ComplianceText {
        switch status {
        case .compliant:
            ComplianceText(
                title: "준비가 끝났습니다",
                message: "이 앱은 조직에서 요구하는 사항을 모두 충족합니다.",
                action: "따로 하실 일은 없습니다.")
        case .notCompliant:
            ComplianceText(
                title: "지금은 접근할 수 없습니다",
                message: "현재 이 앱에서는 조직의 데이터를 열 수 없습니다.",
                action: "조직의 지원 담당자에게 문의해 주세요.")
        case .serviceFailure:
            ComplianceText(
                title: "서비스에 문제가 생겼습니다",
                message: "저희 서비스의 문제로 이 앱을 확인하지 못했습니다. 앱 자체에는 이상이 없을 수 있습니다.",
                action: "몇 분 뒤에 다시 시도해 주세요.")
        case .networkFailure:
            ComplianceText(
                title: "연결되지 않았습니다",
                message: "이 앱을 확인하는 서비스에 연결하지 못했습니다. 앱 자체에는 이상이 없을 수 있습니다.",
                action: "인터넷 연결을 확인한 뒤 다시 시도해 주세요.")
        case .interactionRequired:
            ComplianceText(
                title: "한 단계가 남았습니다",
                message: "조직의 데이터를 열기 전에 사용자의 확인이 필요합니다.",
                action: "앱에 표시되는 안내에 따라 진행해 주세요.")
        case .userCancelled:
            ComplianceText(
                title: "확인이 중단되었습니다",
                message: "확인이 끝나지 않아 지금은 조직의 데이터를 열 수 없습니다.",
                action: "원하실 때 언제든지 다시 시작할 수 있습니다.")
        }
    }

    static func text(of reason: ReasonCode) -> ReasonText {
        switch reason {
        case .notEnrolled:
            ReasonText(
                message: "이 앱은 아직 회사 계정용으로 설정되지 않았습니다.",
                action: "앱에서 설정을 시작하고 회사 계정으로 로그인해 주세요.")
        case .postureMissing:
            ReasonText(
                message: "이 앱이 아직 상태를 보고하지 않았습니다.",
                action: "앱을 잠시 열어 둔 뒤 다시 시도해 주세요.")
        case .policyNotApplied:
            ReasonText(
                message: "이 앱에 조직의 최신 보호 설정이 아직 적용되지 않았습니다.",
                action: "앱을 닫았다가 다시 열어 새 설정을 불러오게 해 주세요.")
        case .checkInOverdue:
            ReasonText(
                message: "이 앱이 너무 오랫동안 조직에 상태를 알리지 않았습니다.",
                action: "인터넷에 연결한 다음 앱을 열어 상태를 알리게 해 주세요.")
        case .appVersionTooOld:
            ReasonText(
                message: "앱 버전이 너무 오래되었습니다.",
                action: "앱을 업데이트한 뒤 다시 시도해 주세요.")
        case .osVersionTooOld:
            ReasonText(
                message: "이 기기의 시스템 소프트웨어가 너무 오래되었습니다.",
                action: "최신 시스템 업데이트를 설치한 뒤 다시 시도해 주세요.")
        case .deviceRooted:
            ReasonText(
                message: "이 기기의 기본 보호 기능이 해제된 것으로 보입니다(루팅 또는 탈옥).",
                action: "다른 기기를 사용하시거나, 이 기기를 복원하는 방법을 지원 담당자에게 문의해 주세요.")
        case .pinNotSet:
            ReasonText(
                message: "이 앱에 PIN이 설정되어 있지 않습니다.",
                action: "이 앱의 PIN을 설정해 주세요.")
        case .evidenceInsufficient:
            ReasonText(
                message: "조직에서 이 앱을 관리하는지 확인할 수 없습니다.",
                action: "지원 담당자에게 이 기기에서 앱을 설정하거나 승인해 달라고 요청해 주세요.")
        case .postureIncomplete:
            ReasonText(
                message: "앱이 보낸 보고에 조직에서 필요로 하는 정보가 빠져 있습니다.",
                action: "앱을 업데이트한 뒤 다시 시도해 주세요. 그래도 해결되지 않으면 지원 담당자에게 알려 주세요.")
        case .notTargeted:
            ReasonText(
                message: "이 앱에서 사용할 계정에 앱 보호가 설정되어 있지 않습니다.",
                action: "지원 담당자에게 계정의 앱 보호를 켜 달라고 요청해 주세요.")
        case .notDemanded:
            ReasonText(
                message: "조직에서 이 앱에 보호를 요구하지 않습니다.",
                action: "그대로 계속 사용하시면 됩니다.")
        case .capabilityNotDeclared:
            ReasonText(
                message: "이 앱은 조직에서 요구하는 보호 기능을 지원하지 않습니다.",
                action: "조직에서 권장하는 앱을 사용하시거나, 어떤 앱인지 지원 담당자에게 문의해 주세요.")
        case .wiped:
            ReasonText(
                message: "이 앱에서 조직의 데이터가 삭제되었습니다.",
                action: "계속 접근해야 한다면 앱을 다시 설정하기 전에 지원 담당자와 상의해 주세요.")
        case .unenrolled:
            ReasonText(
                message: "이 앱은 더 이상 조직에 연결되어 있지 않습니다.",
                action: "계속하려면 로그인한 뒤 앱을 다시 설정해 주세요.")
        case .instanceBlocked:
            ReasonText(
                message: "관리자가 이 기기에서 이 앱을 차단했습니다.",
                action: "지원 담당자에게 차단을 해제해 달라고 요청해 주세요.")
        case .refusalLoop:
            ReasonText(
                message: "앱에는 이상이 없어 보이지만 접근이 여러 번 연속으로 거부되었습니다.",
                action: "여기에 표시된 ID를 지원 담당자에게 알려 주시거나 30분 뒤에 다시 시도해 주세요.")
        case .accountDisabled:
            ReasonText(
                message: "계정이 비활성화되어 있습니다.",
                action: "지원 담당자에게 계정을 다시 활성화해 달라고 요청해 주세요.")
        case .signInRequired:
            ReasonText(
                message: "로그인을 갱신해야 합니다.",
                action: "다시 로그인해 주세요.")
        case .userCancelled:
            ReasonText(
                message: "확인이 끝나기 전에 나가셨습니다.",
                action: "준비가 되면 다시 시작해 주세요.")
        case .sourceUnreachable:
            ReasonText(
                message: "필요한 서비스에 연결하지 못했습니다. 앱에 문제가 있다는 뜻은 아닙니다.",
                action: "잠시 후 다시 시도해 주세요.")
        case .sourceFailed:
            ReasonText(
                message: "필요한 서비스에서 문제가 발생했습니다. 앱에 문제가 있다는 뜻은 아닙니다.",
                action: "몇 분 기다린 뒤 다시 시도해 주세요.")
        case .blockedByPolicy:
            ReasonText(
                message: "조직에서 이 로그인을 허용하지 않습니다.",
                action: "잘못된 것 같다면 지원 담당자에게 문의해 주세요.")
        case .mfaRequired:
            ReasonText(
                message: "조직에서 본인 확인을 요청합니다.",
                action: "로그인의 두 번째 단계를 완료해 주세요.")
        case .authenticationStrengthRequired:
            ReasonText(
                message: "조직에서 더 강력한 로그인 방법을 요청합니다.",
                action: "패스키처럼 조직에서 허용하는 방법으로 다시 로그인해 주세요.")
        case .signInFrequency:
            ReasonText(
                message: "마지막 로그인 후 조직에서 정한 시간이 지났습니다.",
                action: "보안을 위해 한 번 더 로그인해 주세요.")
        case .tokenProtectionRequired:
            ReasonText(
                message: "이 앱은 조직에서 요청하는 방식으로 로그인을 보호하지 않습니다.",
                action: "앱을 업데이트해 주세요. 해결되지 않으면 지원 담당자에게 어떤 앱인지 알려 주세요.")
        case .passwordChangeRequired:
            ReasonText(
                message: "조직에서 비밀번호 변경을 요청합니다.",
                action: "새 비밀번호를 정한 뒤 계속해 주세요.")
        case .deviceNotDomainJoined:
            ReasonText(
                message: "조직에서 도메인에 가입된 기기를 요청합니다.",
                action: "조직에서 준비해 준 기기를 사용해 주세요.")
        case .deviceNotCompliant:
            ReasonText(
                message: "이 기기는 아직 조직의 요구 사항을 충족하지 않습니다.",
                action: "조직의 관리 앱이나 기기 설정을 열고 안내에 따라 진행해 주세요.")
        case .deviceUnknown:
            ReasonText(
                message: "조직에 등록되지 않은 기기입니다.",
                action: "이 기기를 조직에 등록하시거나 이미 등록된 기기를 사용해 주세요.")
        case .appProtectionRequired:
            ReasonText(
                message: "조직에서 이 앱의 보호를 요구합니다.",
                action: "안내에 따라 앱을 보호해 주세요.")
        case .controlNotEnforceable:
            ReasonText(
                message: "조직에서 요구하는 확인을 여기서는 할 수 없습니다.",
                action: "이 메시지를 지원 담당자에게 알려 주세요. 지원 담당자만 바꿀 수 있습니다.")
        case .noPolicyApplied:
            ReasonText(
                message: "조직에서 이 로그인에 대한 접근을 열어 두지 않았습니다.",
                action: "지원 담당자에게 접근 권한을 요청해 주세요.")
        case .evaluationFailed:
            ReasonText(
                message: "저희 쪽의 문제로 이 로그인을 판단하지 못했습니다.",
                action: "몇 분 뒤에 다시 시도해 주세요. 문제가 반복되면 지원 담당자에게 알려 주세요.")
        }
    }
}
